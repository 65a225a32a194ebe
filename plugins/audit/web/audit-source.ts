import {
  changeInstanceRetention,
  changeRetention,
  checkExport,
  checkInstanceExport,
  listEntries,
  listInstanceEntries,
  readActivity,
  readEntry,
  readInstanceActivity,
  readInstanceEntry,
  readInstanceRetention,
  readRetention,
} from '../shared.ts'

/** One of the two logs: where it is read, and where its page stands. */
export interface AuditSource {
  readonly path: '/audit' | '/audit-log'
  readonly exportPath: string
  readonly checkExport: typeof checkExport | typeof checkInstanceExport
  /** The name of its help page. */
  readonly help: string
  /** Views are saved in a workspace. */
  readonly hasViews: boolean
  readonly list: typeof listEntries | typeof listInstanceEntries
  readonly read: typeof readEntry | typeof readInstanceEntry
  readonly activity: typeof readActivity | typeof readInstanceActivity
  readonly retention: typeof readRetention | typeof readInstanceRetention
  readonly changeRetention: typeof changeRetention | typeof changeInstanceRetention
}

/** The log of the workspace. */
export const workspaceLog: AuditSource = {
  path: '/audit',
  exportPath: '/api/audit/export',
  checkExport,
  help: 'audit-log',
  hasViews: true,
  list: listEntries,
  read: readEntry,
  activity: readActivity,
  retention: readRetention,
  changeRetention,
}

/** The log of the instance itself. */
export const instanceLog: AuditSource = {
  path: '/audit-log',
  exportPath: '/api/instance/audit/export',
  checkExport: checkInstanceExport,
  help: 'instance-audit-log',
  hasViews: false,
  list: listInstanceEntries,
  read: readInstanceEntry,
  activity: readInstanceActivity,
  retention: readInstanceRetention,
  changeRetention: changeInstanceRetention,
}
