-- job_submit.lua: jobs enter held, and none but the scheduler's user and root may change them.
-- SPDX-License-Identifier: GPL-2.0-or-later
--
-- AdminComment says whose a hold is, since Slurm's reason does not: "sked" is the scheduler's,
-- "sked for NODES" too, with nodes that are kept for the job, "sked on NODES" and "sked after" are jobs that it has released, and " of NODES" behind each of
-- these are the nodes that people have named, which Slurm does not show here. Slurm calls these
-- functions with its jobs locked. So an order of the scheduler that comes too late, because somebody
-- has just held the job or named other nodes, is refused here.

local function begins(text, word)
    return string.sub(text or "", 1, #word) == word
end

local function of(names)
    return (names or "") ~= "" and " of " .. names or ""
end

local function named(mark)
    return string.match(mark or "", " of (.*)$")
end

function slurm_job_submit(job, partitions, uid)
    job.admin_comment = job.priority == 0 and "held" or "sked" .. of(job.req_nodes)
    job.priority = 0
    return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, uid)
    local mark = record.admin_comment or ""
    local ours = mark == "sked" or begins(mark, "sked of ") or begins(mark, "sked for ")
    local is_held = record.priority == 0 and not ours
    if uid ~= @UID@ and uid ~= 0 then
        return slurm.ERROR
    end
    if begins(job.admin_comment, "sked") and job.priority ~= nil and
        (is_held or named(job.admin_comment) ~= named(mark)) then
        return slurm.ERROR
    end
    if job.priority == 0 and job.admin_comment == nil then
        job.admin_comment = begins(mark, "sked") and "held " .. mark or "held"
    elseif job.req_nodes ~= nil and job.admin_comment == nil and ours then
        job.admin_comment = "sked" .. of(job.req_nodes)
    end
    return slurm.SUCCESS
end
