import { defineEndpoint, nothing, type JobStatus } from '@host/plugin/wire'
import { answer } from '../query/shell-endpoints.ts'

export const readJob = defineEndpoint({
  pattern: 'GET /api/jobs/{id}',
  input: nothing,
  output: answer<JobStatus>(),
  summary: 'Read how far a job is',
})
