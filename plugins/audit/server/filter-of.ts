import type { AuditFilter as LogFilter } from '@host/plugin/platform'
import { signInActions, type AuditFilter } from '../shared.ts'

/** The filter as the log takes it. A filter by action decides itself which actions are shown. */
export function filterOf<Filter extends AuditFilter>({ signIns = true, ...filter }: Filter) {
  const except: LogFilter = signIns || filter.action !== undefined ? {} : { exceptActions: signInActions }
  return { ...filter, ...except }
}
