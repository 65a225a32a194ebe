import type { ChangesetStep, ShownChangeset } from '@host/platform-api/changesets'

/** A plan that waits, with warnings and dependents. */
export const plan: ShownChangeset = {
  id: 'chg_1',
  title: 'Move mail to another provider',
  note: 'Agreed with support on Monday.',
  state: 'planned',
  hash: 'a'.repeat(64),
  role: 'admin',
  plugin: 'domains',
  pluginTitle: 'Domains',
  plannedBy: { id: 'usr_2', name: 'Grace Hopper' },
  approvedBy: null,
  createdAt: '2026-03-16T09:40:00.000Z',
  expiresAt: '2026-03-16T10:40:00.000Z',
  finishedAt: null,
  verifiedAt: null,
  reverts: null,
  isDrift: false,
  error: null,
  errorText: null,
  parts: [
    {
      plugin: 'domains',
      pluginTitle: 'Domains',
      kind: 'records',
      target: 'zon_1',
      title: 'acme.example',
      count: 3,
    },
  ],
  warnings: [
    {
      plugin: 'domains',
      code: 'mail',
      text: 'Mail for this domain goes to other servers.',
      keys: ['acme.example. MX'],
      confirm: 'acme.example',
    },
  ],
  dependents: [
    {
      plugin: 'links',
      code: 'links',
      text: '12 short links',
      count: 12,
      examples: ['go/docs', 'go/jobs'],
      path: '/links',
      effect: 'stops',
    },
  ],
}

const step = { part: 0, state: 'waiting' } as const

export const steps: readonly ChangesetStep[] = [
  {
    ...step,
    key: 'acme.example. MX',
    before: { ttl: 3600, values: ['10 mx.old.example.'] },
    after: { ttl: 300, values: ['10 mx.new.example.'] },
  },
  { ...step, key: 'go.acme.example. CNAME', before: { ttl: 3600, values: ['links.example.'] }, after: null },
  { ...step, key: '_dmarc.acme.example. TXT', before: null, after: { ttl: 300, values: ['v=DMARC1; p=none'] } },
]

/** The same changeset, interrupted after its first step. */
export const interrupted: ShownChangeset = {
  ...plan,
  id: 'chg_2',
  state: 'interrupted',
  approvedBy: { id: 'usr_1', name: 'Ada Lovelace' },
  error: 'remote_failed',
  errorText: 'The other server failed',
}

export const journal: readonly ChangesetStep[] = steps.map((one, place) => ({
  ...one,
  state: place === 0 ? 'applied' : 'waiting',
}))
