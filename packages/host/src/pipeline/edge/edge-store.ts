/**
 * Proved names and assigned hosts. Each change locks the row of its workspace, so that none is made for a workspace that
 * is being erased, and is announced to all processes before its transaction resolves.
 */
import { Problem, type Page, type PageRequest } from '@host/plugin'
import type { AnsweredHost, AssignedHost, ProvedName } from '@host/plugin/platform'
import type { Bus } from '../../database/bus/bus.ts'
import type { Coherence } from '../../security/coherence/coherence.ts'
import type { Database } from '../../database/database.ts'
import type { HostDatabase } from '../../identity/index.ts'
import { pageOf, rowsToRead } from '../../identity/page.ts'
import { lockWorkspace } from '../../identity/workspaces/lock-workspace.ts'
import { ownerOf } from './edge-reader.ts'
import { anyProof, edgeTopic, nameOfPattern, subjectOfName, subjectOfPages } from './edge-subjects.ts'
import type { EdgeDatabase } from './models.ts'

/** Hosts of one answer. */
const mostHosts = 1_000

/** Options of the store. */
export interface EdgeStoreOptions {
  /** The tables as a part of the transaction that they are used in. */
  readonly db: EdgeDatabase
  readonly workspaces: HostDatabase
  readonly database: Pick<Database, 'beforeAnswer' | 'afterCommit'>
  readonly coherence: Pick<Coherence, 'forget'>
  readonly bus: Pick<Bus, 'publish'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A host of a plugin in a workspace. */
export interface HostKey {
  readonly orgId: string
  readonly plugin: string
  /** As `normalizeHostPattern` has it. */
  readonly host: string
}

export class EdgeStore {
  readonly #options: EdgeStoreOptions

  constructor(options: EdgeStoreOptions) {
    this.#options = options
  }

  /** @param name as `normalizeHostName` has it @throws Problem `conflict`, `not_found` */
  async prove(orgId: string, name: string): Promise<ProvedName> {
    const provedAt = new Date(this.#options.clock()).toISOString()
    await this.#change({ orgId, name }, [subjectOfName(name), anyProof], async (db) => {
      const added = await db
        .insertInto('edge_proofs')
        .values({ org_id: orgId, name, proved_at: provedAt })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (added !== undefined) return
      const own = db.updateTable('edge_proofs').set({ proved_at: provedAt }).where('name', '=', name)
      const renewed = await own.where('org_id', '=', orgId).returning('id').executeTakeFirst()
      if (renewed === undefined) throw provedElsewhere()
    })
    return Object.freeze({ name, provedAt })
  }

  /** @throws Problem `not_found` */
  async disprove(orgId: string, name: string): Promise<void> {
    await this.#change({ orgId, name }, [subjectOfName(name), anyProof], async (db) => {
      const own = db.deleteFrom('edge_proofs').where('org_id', '=', orgId).where('name', '=', name)
      if ((await own.returning('id').executeTakeFirst()) === undefined) throw noHost()
    })
  }

  async proofs(orgId: string): Promise<readonly ProvedName[]> {
    const { db } = this.#options
    const rows = db.selectFrom('edge_proofs').select(['name', 'proved_at as provedAt']).where('org_id', '=', orgId)
    return await rows.orderBy('name').execute()
  }

  async ownerOf(name: string): Promise<string | undefined> {
    const rows = this.#options.db.selectFrom('edge_proofs').select('org_id').where('name', '=', name)
    return (await rows.executeTakeFirst())?.org_id
  }

  /** @throws Problem `conflict`, `not_found` */
  async assign(key: HostKey, page: string | undefined): Promise<AssignedHost> {
    const { orgId, plugin, host } = key
    await this.#change({ orgId, name: nameOfPattern(host) }, subjectsOf(key), async (db) => {
      const values = { page: page ?? null }
      const added = await db
        .insertInto('edge_hosts')
        .values({ org_id: orgId, host, plugin, ...values })
        .onConflict((conflict) => conflict.columns(['org_id', 'host']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (added !== undefined) return
      const own = db.updateTable('edge_hosts').set(values).where('org_id', '=', orgId).where('host', '=', host)
      const changed = await own.where('plugin', '=', plugin).returning('id').executeTakeFirst()
      if (changed === undefined) throw assignedElsewhere()
    })
    return await this.#describe(orgId, { host, page: page ?? null })
  }

  /** @throws Problem `not_found` */
  async release(key: HostKey): Promise<void> {
    const { orgId, plugin, host } = key
    await this.#change({ orgId, name: nameOfPattern(host) }, subjectsOf(key), async (db) => {
      const own = db.deleteFrom('edge_hosts').where('org_id', '=', orgId).where('host', '=', host)
      const gone = await own.where('plugin', '=', plugin).returning('id').executeTakeFirst()
      if (gone === undefined) throw noHost()
    })
  }

  async list(orgId: string, plugin: string): Promise<readonly AssignedHost[]> {
    const { db } = this.#options
    const rows = db.selectFrom('edge_hosts').select(['host', 'page']).where('org_id', '=', orgId)
    const own = await rows.where('plugin', '=', plugin).orderBy('host').execute()
    return await Promise.all(own.map((row) => this.#describe(orgId, row)))
  }

  /** @param name as `normalizeHostName` has it */
  async hostsBelow(orgId: string, name: string): Promise<readonly AnsweredHost[]> {
    return await this.#below(orgId, name).limit(mostHosts).execute()
  }

  /** @param name as `normalizeHostName` has it @param page its cursor is the last host of the page before */
  async listHostsBelow(orgId: string, name: string, page: PageRequest): Promise<Page<AnsweredHost>> {
    const rows = this.#below(orgId, name).where('host', '>', page.cursor ?? '')
    return pageOf(await rows.limit(rowsToRead(page)).execute(), page, ({ host }) => host)
  }

  #below(orgId: string, name: string) {
    const hosts = this.#options.db.selectFrom('edge_hosts').select(['host', 'plugin']).where('org_id', '=', orgId)
    // Names have neither of the characters that a pattern could mean something by.
    const below = hosts.where((where) => where.or([where('host', '=', name), where('host', 'like', `%.${name}`)]))
    return below.orderBy('host')
  }

  async #describe(orgId: string, row: { readonly host: string; readonly page: string | null }): Promise<AssignedHost> {
    const owner = await ownerOf(this.#options.db, nameOfPattern(row.host))
    return Object.freeze({ host: row.host, page: row.page ?? undefined, isProved: owner === orgId })
  }

  /** @throws Problem `not_found` for an unknown workspace */
  async #change(
    { orgId, name }: { readonly orgId: string; readonly name: string },
    subjects: readonly string[],
    work: (db: Pick<EdgeDatabase, 'insertInto' | 'updateTable' | 'deleteFrom'>) => Promise<void>,
  ): Promise<void> {
    const { db, workspaces, database, coherence, bus } = this.#options
    await db.transaction(async (queries) => {
      if (!(await lockWorkspace(workspaces, orgId))) throw new Problem('not_found')
      await work(queries)
      database.beforeAnswer(() => coherence.forget(subjects))
      database.afterCommit(() => bus.publish(edgeTopic, name))
    })
  }
}

function subjectsOf({ orgId, plugin, host }: HostKey): readonly string[] {
  return [subjectOfName(nameOfPattern(host)), subjectOfPages(orgId, plugin)]
}

function noHost(): Problem {
  return new Problem('not_found', {
    detail: { en: "This workspace doesn't have this host name.", zh: '此工作区没有该主机名。' },
  })
}

function provedElsewhere(): Problem {
  return new Problem('conflict', {
    detail: { en: 'This name is in use in another workspace.', zh: '该名称已在其他工作区中使用。' },
    nextStep: { en: 'Remove it there first, or use another name.', zh: '请先在那里移除，或使用其他名称。' },
  })
}

function assignedElsewhere(): Problem {
  return new Problem('conflict', {
    detail: {
      en: 'Another feature of this workspace uses this host name.',
      zh: '此工作区的其他功能正在使用该主机名。',
    },
    nextStep: { en: 'Release it there first, or use another name.', zh: '请先在那里释放，或使用其他名称。' },
  })
}
