-- job_submit.lua: jobs enter held, and none but the scheduler's user and root may change them.
-- SPDX-License-Identifier: GPL-2.0-or-later
--
-- AdminComment says whose a hold is, since Slurm's reason does not: "sked" is the scheduler's,
-- "sked on NODES" and "sked after" are jobs that it has released. Slurm calls these functions with
-- its jobs locked. So an order of the scheduler that comes too late, because somebody has just held
-- the job or named nodes, is refused here.

local function begins(text, word)
    return string.sub(text or "", 1, #word) == word
end

function slurm_job_submit(job, partitions, uid)
    job.admin_comment = job.priority == 0 and "held" or "sked"
    job.priority = 0
    return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, uid)
    local mark = record.admin_comment or ""
    local is_held = record.priority == 0 and mark ~= "sked"
    if uid ~= @UID@ and uid ~= 0 then
        return slurm.ERROR
    end
    if begins(job.admin_comment, "sked ") and
        (is_held or (record.req_nodes or "") ~= "") then
        return slurm.ERROR
    end
    if job.admin_comment == "sked" and job.req_nodes == "" and is_held then
        return slurm.ERROR
    end
    if job.priority == 0 and job.admin_comment == nil then
        job.admin_comment = begins(mark, "sked") and "held " .. mark or "held"
    end
    return slurm.SUCCESS
end
