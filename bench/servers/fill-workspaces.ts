import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import { identityModels, type HostDatabase } from '../../packages/host/src/identity/index.ts'
import { sessionTokenHash, workspaceId } from './session-token.ts'

const perStatement = 500

/** Fills an empty database with workspaces, each with an owner who is signed in; see `session-token.ts`. */
export async function fillWorkspaces(path: string, count: number): Promise<void> {
  const owners = [{ name: 'host', models: identityModels }]
  const database = await openDatabase({ url: path, durability: 'normal' })
  try {
    await migrate(database, owners)
    const db = new DataAccess({ database, owners, onDoor: () => {} }).forHost(identityModels)
    for (let start = 0; start < count; start += perStatement) {
      await fill(db, start, Math.min(start + perStatement, count))
    }
  } finally {
    await database.close()
  }
}

async function fill(db: HostDatabase, start: number, end: number): Promise<void> {
  const people = Array.from({ length: end - start }, (_, index) => start + index)
  const at = new Date().toISOString()
  await db.batch([
    db.insertInto('users').values(
      people.map((person) => ({
        id: userId(person),
        email: `p${person}@bench.test`,
        name: 'Bench',
        is_instance_admin: person === 0,
      })),
    ),
    db
      .insertInto('workspaces')
      .values(people.map((person) => ({ id: workspaceId(person), slug: `w${person}`, name: 'Bench' }))),
    db
      .insertInto('memberships')
      .values(
        people.map((person) => ({ org_id: workspaceId(person), user_id: userId(person), role: 'owner' as const })),
      ),
    db.insertInto('user_sessions').values(
      people.map((person) => ({
        token_hash: sessionTokenHash(person),
        user_id: userId(person),
        workspace_id: workspaceId(person),
        address: '127.0.0.1',
        user_agent: 'bench',
        created_at: at,
        last_seen_at: at,
      })),
    ),
  ])
}

function userId(person: number): string {
  return `usr_${String(person).padStart(26, '0')}`
}
