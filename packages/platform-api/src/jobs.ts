import { defineEndpoint, nothing, type JobStatus } from '@host/plugin/wire'
import { typed } from './typed.ts'

export const readJob = defineEndpoint({
  pattern: 'GET /api/jobs/{id}',
  input: nothing,
  output: typed<JobStatus>(),
  summary: 'Get the progress of a job',
  description: 'Available to the user who started the job and to admins.',
  mcp: {
    name: 'read',
    description:
      'Gets the state and progress of a background job. Takes the ID returned by the call that started it. Check again after a few seconds while it is waiting or running.',
  },
  examples: [
    {
      title: 'A running job',
      input: undefined,
      output: {
        id: 'job_01h455vb4pex5vsknk084sn02q',
        plugin: 'webhooks',
        name: 'replay',
        state: 'running',
        progress: 0.4,
        note: '40 of 100',
        error: null,
        startedBy: 'usr_01h455vb4pex5vsknk084sn02q',
        createdAt: '2026-01-31T08:15:00.000Z',
        finishedAt: null,
      },
    },
  ],
})
