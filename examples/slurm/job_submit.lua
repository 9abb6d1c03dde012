-- job_submit.lua: every job enters held, and none but the scheduler's user may change that.
-- SPDX-License-Identifier: GPL-2.0-or-later

function slurm_job_submit(job, partitions, uid)
    job.priority = 0
    return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, uid)
    if uid ~= @UID@ then
        return slurm.ERROR
    end
    return slurm.SUCCESS
end
