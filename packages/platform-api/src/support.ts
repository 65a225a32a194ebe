import { defineEndpoint, nothing, type SentSupportAccess } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** The access that the examples show. */
export const exampleSupport: SentSupportAccess = {
  id: 'sup_01h455vb4pex5vsknk084sn02q',
  state: 'ended',
  admin: { id: 'usr_01h455vb4pex5vsknk084sn02q', name: 'Ada' },
  reason: 'Find out why the import of June 3 failed',
  minutes: 60,
  requestedAt: '2026-06-04T08:00:00.000Z',
  expiresAt: '2026-06-11T08:00:00.000Z',
  decidedBy: { id: 'usr_01h455vb4pex5vsknk084sn02r', name: 'Grace' },
  decidedAt: '2026-06-04T08:15:00.000Z',
  rights: 'read',
  until: '2026-06-04T09:15:00.000Z',
  startedAt: '2026-06-04T08:20:00.000Z',
  endedBy: { id: 'usr_01h455vb4pex5vsknk084sn02r', name: 'Grace' },
  endedAt: '2026-06-04T08:40:00.000Z',
}

export const endSupportAccess = defineEndpoint({
  pattern: 'POST /api/support-access/{id}/end',
  input: nothing,
  output: typed<SentSupportAccess>(),
  role: 'admin',
  readsOnly: true,
  audit: false,
  changes: ['/api/auth/me'],
  summary: 'End support access to this workspace now',
  description: 'For owners and admins of the workspace, and for the instance admin who uses the access.',
  errors: ['conflict'],
  examples: [{ input: undefined, output: exampleSupport }],
})
