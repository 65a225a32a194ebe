import type { ChangesetDetails, ChangesetStep, ChangesetSummary } from '../shared.ts'

const minute = 60_000
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * minute).toISOString()

export const planned: ChangesetSummary = {
  id: 'chg_1',
  plugin: 'domains',
  title: 'Add a mail server',
  state: 'planned',
  plannedBy: { id: 'usr_2', name: 'Grace Hopper' },
  createdAt: minutesAgo(20),
  expiresAt: minutesAgo(-40),
  finishedAt: null,
  reverts: null,
  isDrift: false,
  error: null,
  count: 1,
}

export const applied: ChangesetSummary = {
  ...planned,
  id: 'chg_2',
  title: 'Rotate the DKIM key',
  state: 'applied',
  plannedBy: null,
  createdAt: minutesAgo(300),
  finishedAt: minutesAgo(299),
  count: 1_200,
}

export const details: ChangesetDetails = {
  ...planned,
  note: null,
  hash: 'a'.repeat(64),
  role: 'admin',
  pluginTitle: 'Domains',
  approvedBy: null,
  verifiedAt: null,
  errorText: null,
  parts: [
    { plugin: 'domains', pluginTitle: 'Domains', kind: 'records', target: 'zon_1', title: 'acme.example', count: 1 },
  ],
  warnings: [{ plugin: 'domains', code: 'mail', text: 'Mail goes to other servers.', confirm: 'acme.example' }],
  dependents: [
    {
      plugin: 'domains',
      code: 'hosts',
      text: '2 host names',
      count: 2,
      examples: ['go.acme.example'],
      path: '/domains',
      effect: 'changes',
    },
  ],
}

export const step: ChangesetStep = {
  part: 0,
  key: 'acme.example. MX',
  before: null,
  after: { ttl: 300, values: ['10 mx.acme.example.'] },
  state: 'waiting',
}

/** Server answers. */
export const answers = {
  'GET /api/changesets': { items: [planned, applied], nextCursor: null },
  'GET /api/changesets/chg_1': details,
  'GET /api/changesets/chg_1/steps': { items: [step], nextCursor: null },
}
