import type { JobStatus } from '@host/plugin/wire'
import { defineStory } from '../gallery/story.ts'
import { JobProgress } from './JobProgress.tsx'

const job: JobStatus = {
  id: 'job_waiting',
  plugin: 'notes',
  name: 'import',
  state: 'waiting',
  progress: null,
  note: null,
  error: null,
  startedBy: 'usr_1',
  createdAt: '2026-01-02T10:00:00.000Z',
  finishedAt: null,
}
const finishedAt = '2026-01-02T10:05:00.000Z'

export const story = defineStory({
  component: 'JobProgress',
  answers: {
    'GET /api/jobs/job_waiting': job,
    'GET /api/jobs/job_running': { ...job, state: 'running', progress: 0.24, note: '1,200 / 5,000' },
    'GET /api/jobs/job_held': { ...job, state: 'held', progress: 0.24 },
    'GET /api/jobs/job_done': { ...job, state: 'done', progress: 1, finishedAt },
    'GET /api/jobs/job_failed': { ...job, state: 'failed', progress: 0.6, error: 'storage_full', finishedAt },
    'GET /api/jobs/job_cancelled': { ...job, state: 'cancelled', finishedAt },
  },
  examples: {
    waiting: ({ say }) => <JobProgress id="job_waiting" label={say('Importing members', '正在导入成员')} />,
    'at work, with a way to cancel': ({ say }) => (
      <JobProgress id="job_running" label={say('Importing members', '正在导入成员')} onCancel={() => undefined} />
    ),
    'held while its feature is off': ({ say }) => (
      <JobProgress id="job_held" label={say('Importing members', '正在导入成员')} />
    ),
    done: ({ say }) => (
      <JobProgress
        id="job_done"
        label={say('Import of members', '导入成员')}
        done={say('5,000 members are here.', '已导入 5,000 名成员。')}
      />
    ),
    failed: ({ say }) => (
      <JobProgress id="job_failed" label={say('Import of members', '导入成员')} onRestart={() => undefined} />
    ),
    cancelled: ({ say }) => <JobProgress id="job_cancelled" label={say('Import of members', '导入成员')} />,
    'no longer known': ({ say }) => <JobProgress id="job_gone" label={say('Import of members', '导入成员')} />,
  },
})
