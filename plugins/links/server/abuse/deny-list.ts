/** Hosts that no link may lead to: those of the operator's file, and those that instance admins add. */
import type { PluginContext } from '@host/plugin'
import { DeniedHosts } from '@host/plugin/platform'
import { linkLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { hostAndAbove } from './target-host.ts'

type Context = Pick<PluginContext<Tables>, 'db' | 'lookup'>

const reason = 'see whether a host is denied'

/** Whether links must not lead to a host. */
export async function isDeniedHost({ db, lookup }: Context, host: string): Promise<boolean> {
  if (host === '') return false
  if (lookup(DeniedHosts)?.has(host) === true) return true
  const names = hostAndAbove(host)
  const denied = db.asInstance(reason).selectFrom('links_denied_hosts').select('id').where('host', 'in', names)
  return (await denied.limit(1).executeTakeFirst()) !== undefined
}

/** The whole list, for many hosts. */
export interface LoadedDenyList {
  readonly isEmpty: boolean
  has(host: string): boolean
}

/** Reads the list as it is now. */
export async function loadDenyList({ db, lookup }: Context): Promise<LoadedDenyList> {
  const rows = db.asInstance(reason).selectFrom('links_denied_hosts').select('host').limit(linkLimits.deniedHosts)
  const own = new Set((await rows.execute()).map(({ host }) => host))
  const file = lookup(DeniedHosts)
  await file?.refresh()
  return {
    isEmpty: own.size === 0 && file === undefined,
    has: (host) => host !== '' && (file?.has(host) === true || hostAndAbove(host).some((name) => own.has(name))),
  }
}
