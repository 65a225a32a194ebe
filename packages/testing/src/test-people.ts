import type { ServiceToken } from '@host/plugin'
import { Accounts, Sessions, Workspaces } from '@host/plugin/platform'
import type { Host } from '@host/host'
import { FrontDoorClient, type HeldSession, type TestClient, type TestClientOptions } from './test-client.ts'

/** Those who are signed in: three roles in the workspace `here`, the owner of `there`, and the instance admin. */
export type SignedInPerson = 'owner' | 'admin' | 'member' | 'otherOwner' | 'instanceAdmin'

/** Every person that a test can be. */
export type Person = SignedInPerson | 'anonymous'

/** The people of a test host and where they are. */
export interface TestPeople {
  readonly userIds: Readonly<Record<SignedInPerson, string>>
  readonly workspaces: { readonly here: string; readonly there: string }
  readonly clients: Readonly<Record<Person, TestClient>>
}

/** The password of everyone. */
export const testPassword = 'tea-houses by the sea'

/** The address of the instance admin, created by the host from its configuration. */
export const instanceAdminEmail = 'instance-admin@host.test'

/** Makes the people and the two workspaces of a fresh host, and signs everyone in. */
export async function invitePeople(host: Host, faultOf: TestClientOptions['faultOf']): Promise<TestPeople> {
  const accounts = serviceOf(host, Accounts)
  const workspaces = serviceOf(host, Workspaces)
  if ((await accounts.findByEmail(addressOf('owner'))) !== undefined) {
    throw new Error(
      'HOST_DATABASE_URL names a database that another test host has filled. Create an empty database for each test host.',
    )
  }
  const make = async (name: string, email: string): Promise<string> =>
    (await accounts.create({ name, email: addressOf(email), password: testPassword })).id
  const owner = await make('Olive Owner', 'owner')
  const otherOwner = await make('Otto Other', 'other-owner')
  const { id: here } = await workspaces.create({ name: 'Here', ownerId: owner })
  const { id: there } = await workspaces.create({ name: 'There', ownerId: otherOwner })
  const join = async (role: 'admin' | 'member', name: string): Promise<string> => {
    const id = await make(name, role)
    await workspaces.addMember({ orgId: here, actorId: owner }, { email: addressOf(role), role })
    return id
  }
  const admin = await join('admin', 'Ada Admin')
  const member = await join('member', 'Mia Member')
  const instanceAdmin = (await accounts.findByEmail(instanceAdminEmail))?.id ?? ''
  const userIds = { owner, admin, member, otherOwner, instanceAdmin }
  return Object.freeze({
    userIds,
    workspaces: Object.freeze({ here, there }),
    clients: await signEverybodyIn(host, userIds, faultOf),
  })
}

function addressOf(name: string): string {
  return `${name}@host.test`
}

/** A service that every host has. */
export function serviceOf<Service>(host: Host, token: ServiceToken<Service>): Service {
  const service = host.lookup(token)
  if (service === undefined) throw new Error(`This host has no service ${token.name}.`)
  return service
}

async function signEverybodyIn(
  host: Host,
  userIds: TestPeople['userIds'],
  faultOf: TestClientOptions['faultOf'],
): Promise<Record<Person, TestClient>> {
  const clients: Record<string, TestClient> = {
    anonymous: new FrontDoorClient({ fetch: host.fetch, signIn: undefined, faultOf }),
  }
  for (const [person, userId] of Object.entries(userIds)) {
    const client = new FrontDoorClient({ fetch: host.fetch, signIn: () => startSession(host, userId), faultOf })
    await client.signIn()
    clients[person] = client
  }
  return clients
}

async function startSession(host: Host, userId: string): Promise<HeldSession> {
  const { cookie, me } = await serviceOf(host, Sessions).start(new Request('http://host.test/'), userId)
  return { cookie, csrfToken: me.csrfToken }
}
