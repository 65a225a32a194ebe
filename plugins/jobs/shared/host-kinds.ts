/** Kinds of jobs that the host does itself, with the keys of their names. */
export const hostKinds: ReadonlyMap<string, string> = new Map([
  ['mail.send', 'jobs.kind.email'],
  ['identity.request', 'jobs.kind.account'],
  ['identity.sweep', 'jobs.kind.accountCleanup'],
  ['remove-old-events', 'jobs.kind.eventCleanup'],
  ['maintain-changesets', 'jobs.kind.changeCleanup'],
  ['make-backup', 'jobs.kind.backup'],
  ['renew-certificates', 'jobs.kind.certificates'],
  ['try-backup', 'jobs.kind.drill'],
])
