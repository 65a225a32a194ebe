import type { WorkspaceScope } from '@host/plugin'
import type { Delegation } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import { requireTurn } from '../checks/require-turn.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { shownRecordName } from '../records/record-names.ts'
import { requireServed } from './server-settings.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'signal'>

/** Asks the parent of a zone for its name servers. @throws Problem `too_many_requests`; as `requireServed` */
export async function delegationOf(parts: Parts, { db, orgId, signal }: Scope, zoneId: string): Promise<Delegation> {
  const { serving, row } = await requireServed(parts, db, zoneId)
  await requireTurn(parts, orgId, row.name)
  const servers = await parentServers(parts, row.name, signal)
  const own: ReadonlySet<string> = new Set(serving.names)
  const here = servers.filter((server) => own.has(server)).length
  return {
    state: stateOf(here, servers.length),
    servers: servers.map(shownRecordName),
    checkedAt: momentAfter(parts.clock()),
  }
}

/** @returns none when the lookup failed */
async function parentServers({ nameServers }: Parts, zone: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const authority = await nameServers.authorityOf(zone, signal)
    if (authority.zone.toLowerCase() !== `${zone}.`) return []
    return authority.servers.map(({ host }) => host.toLowerCase().replace(/\.$/, '')).toSorted()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error) return []
    throw error
  }
}

function stateOf(here: number, all: number): Delegation['state'] {
  if (all === 0) return 'failed'
  if (here === 0) return 'elsewhere'
  return here === all ? 'here' : 'partly'
}
