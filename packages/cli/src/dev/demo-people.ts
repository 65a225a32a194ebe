import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createHost, createLog, readConfig, type Host } from '@host/host'
import { roles, type Role } from '@host/plugin'
import { Accounts, People, Workspaces } from '@host/plugin/platform'

/** Everyone's password: the instance takes calls of this machine only and holds nothing. */
export const demoPassword = 'tea-houses by the sea'

/** The workspaces, which have the same people. */
export const demoWorkspaces = ['Acme', 'Globex'] as const

/** An admin of both workspaces. */
export const demoTraveller = 'both@host.test'

/** The instance admin, who is in no workspace. */
export const demoInstanceAdmin = 'instance@host.test'

/** The address of a user in a workspace. */
export function demoAddress(role: Role, workspace: string): string {
  return `${role}@${workspace.toLowerCase()}.test`
}

/**
 * Makes an instance with its people in a folder, which appears in one step or not at all; one that is there stays.
 * @returns whether it made one
 * @throws BootError when the host refuses to start
 */
export async function makeDemo(data: string): Promise<boolean> {
  if (existsSync(data)) return false
  const draft = join(dirname(data), 'draft')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const host = await createHost({
    plugins: [],
    config: readConfig({ HOST_DATABASE_URL: join(draft, 'host.db'), HOST_DATA: draft, HOST_BLOBS: 'database' }),
    log: createLog({ level: 'error', format: 'text', write: (line) => void process.stderr.write(line) }),
    announce: () => undefined,
    passwordCost: { memory: 64, passes: 1 },
  })
  try {
    await invite(host)
  } finally {
    await host.stop()
  }
  await rename(draft, data)
  return true
}

async function invite(host: Host): Promise<void> {
  const [accounts, people, workspaces] = [host.lookup(Accounts), host.lookup(People), host.lookup(Workspaces)]
  if (accounts === undefined || people === undefined || workspaces === undefined) {
    throw new Error('This host has no accounts.')
  }
  const make = async (name: string, email: string): Promise<string> =>
    (await accounts.create({ name, email, password: demoPassword })).id
  const instanceAdmin = await make('Ines Instance', demoInstanceAdmin)
  await people.change({ actorId: instanceAdmin, userId: instanceAdmin }, { isInstanceAdmin: true })
  await make('Bo Both', demoTraveller)
  for (const name of demoWorkspaces) {
    const ownerId = await make(`${name} owner`, demoAddress('owner', name))
    const { id: orgId } = await workspaces.create({ name, ownerId })
    const add = (email: string, role: Role) => workspaces.addMember({ orgId, actorId: ownerId }, { email, role })
    for (const role of roles.filter((each) => each !== 'owner')) {
      await make(`${name} ${role}`, demoAddress(role, name))
      await add(demoAddress(role, name), role)
    }
    await add(demoTraveller, 'admin')
  }
}
