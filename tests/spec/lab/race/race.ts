/**
 * Requests that race changes of rights. Each lane has its own users: some send requests to every process with their
 * rights, while one removes those rights at some process. A request sent after the answer to the change must be
 * refused, at every process; one sent before may be answered either way.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Door, DoorAnswer } from './door.ts'
import type { Change, Parties } from './race-plugins.ts'

/** How much is raced. */
export interface RaceSize {
  readonly changes: number
  readonly requests: number
  readonly lanes: number
}

/** Result of the race. */
export interface RaceResult {
  requests: number
  /** Requests that began after the answer to the change. */
  late: number
  /** Those of them that were accepted, of which there must be none. */
  readonly wrong: string[]
  /** How long the answers to changes took, in milliseconds. */
  readonly answers: number[]
  /** Changes that failed or got no answer. */
  failed: number
  /** The processes that have answered. */
  readonly processes: Set<unknown>
}

/** A request with the former rights, and the expected refusal. */
interface Raced {
  readonly change: Change
  readonly path: string
  /** Whether the session used another workspace last, so that requests name the workspace. */
  readonly isNamed?: boolean
  /** The change that restores the state for the next round. */
  readonly back?: Change
}

const raced: readonly Raced[] = [
  { change: 'promotion', path: '/api/x/race/see' },
  { change: 'removal', path: '/api/x/race/see', back: 'joining' },
  { change: 'promotion', path: '/api/x/race/see', isNamed: true },
  { change: 'removal', path: '/api/x/race/see', back: 'joining', isNamed: true },
  { change: 'reset', path: '/api/x/race/see' },
  { change: 'switch', path: '/api/x/race/see' },
  { change: 'off', path: '/api/x/gated/see', back: 'on' },
]
/** How many ask at each door after the change. */
const lateProbes = 2
/** Milliseconds between two requests, and before a request to an unreachable process is repeated. */
const pace = 25
const absence = 50

/** Makes the people of every lane. */
export async function makeEveryone(door: Door | undefined, { lanes }: RaceSize): Promise<readonly Parties[]> {
  const made = Array.from({ length: lanes }, async (_, lane) => {
    const answer = await door?.ask(`/api/x/race/parties?name=lane-${lane}`)
    assert.equal(answer?.status, 200, JSON.stringify(answer?.body))
    return answer.body as unknown as Parties
  })
  return await Promise.all(made)
}

/** Races at doors that may change meanwhile. */
export async function runRace(
  doors: () => readonly Door[],
  everyone: readonly Parties[],
  size: RaceSize,
): Promise<RaceResult> {
  const result: RaceResult = { requests: 0, late: 0, wrong: [], answers: [], failed: 0, processes: new Set() }
  await Promise.all(everyone.map((parties, lane) => new Lane({ doors, parties, size, result }).run(lane)))
  return result
}

interface LaneOptions {
  readonly doors: () => readonly Door[]
  readonly parties: Parties
  readonly size: RaceSize
  readonly result: RaceResult
}

class Lane {
  readonly #options: LaneOptions

  constructor(options: LaneOptions) {
    this.#options = options
  }

  async run(turn: number): Promise<void> {
    const { result, size } = this.#options
    const next = raced[turn % raced.length]
    if (next === undefined || result.answers.length >= size.changes) return
    await this.#race(next)
    await this.run(turn + 1)
  }

  async #race({ change, path: plain, back, isNamed = false }: Raced): Promise<void> {
    const { doors, result, size, parties } = this.#options
    const cookie = await this.#signIn(isNamed ? parties.otherId : parties.orgId)
    const path = isNamed ? `${plain}?workspace=${parties.orgId}` : plain
    const turn = { path, cookie, isOver: false, asked: 0 }
    const early = doors().map((door) => this.#pollUntilOver(door, turn))
    while (turn.asked < size.requests / size.changes) await sleep(1)
    const began = performance.now()
    const answer = await this.#change(change, cookie)
    turn.isOver = true
    if (answer.status === 200) {
      result.answers.push(performance.now() - began)
      await this.#probe({ change, path, cookie, renewed: answer.body['cookie'] })
    } else result.failed += 1
    await Promise.all(early)
    if (back !== undefined) await this.#putBack(back, path)
  }

  async #pollUntilOver(
    door: Door,
    turn: { path: string; cookie: string; isOver: boolean; asked: number },
  ): Promise<void> {
    while (!turn.isOver) {
      const { status } = await this.#ask(door, turn.path, turn.cookie)
      turn.asked += 1
      await sleep(status === 0 ? absence : pace)
    }
  }

  async #probe(after: { change: Change; path: string; cookie: string; renewed: unknown }): Promise<void> {
    const { doors, result, parties } = this.#options
    const probes = doors().flatMap((door) =>
      Array.from({ length: lateProbes }, async () => {
        result.late += 1
        const { status, body } = await this.#ask(door, after.path, after.cookie)
        const isElsewhere = after.change === 'switch' && body['orgId'] === parties.otherId
        if (status === 200 && !isElsewhere) result.wrong.push(`${after.change}: ${JSON.stringify(body)}`)
        if (typeof after.renewed !== 'string') return
        const renewed = await this.#ask(door, after.path, nameAndValue(after.renewed))
        if (
          ![200, 0, 503, 504].includes(renewed.status) ||
          (renewed.status === 200 && renewed.body['orgId'] !== parties.otherId)
        ) {
          result.wrong.push(`${after.change}, anew: ${renewed.status} ${JSON.stringify(renewed.body)}`)
        }
      }),
    )
    await Promise.all(probes)
  }

  /** A new member, and a workspace with a restored feature, has access at once in every process. */
  async #putBack(back: Change, path: string): Promise<void> {
    const { doors, result } = this.#options
    await untilAnswered(doors, () => this.#change(back))
    const cookie = await this.#signIn()
    for (const door of doors()) {
      const { status, body } = await this.#ask(door, path, cookie)
      if (![200, 0, 503, 504].includes(status)) result.wrong.push(`${back}: ${status} ${JSON.stringify(body)}`)
    }
  }

  async #ask(door: Door, path: string, cookie: string): Promise<DoorAnswer> {
    const { result } = this.#options
    const answer = await door.ask(path, cookie)
    result.requests += 1
    if (answer.body['pid'] !== undefined) result.processes.add(answer.body['pid'])
    return answer
  }

  async #change(change: Change, cookie?: string): Promise<DoorAnswer> {
    const { doors, parties } = this.#options
    const query = new URLSearchParams({ change, parties: JSON.stringify(parties) })
    return await someDoor(doors()).ask(`/api/x/race/change?${query.toString()}`, cookie)
  }

  async #signIn(orgId = this.#options.parties.orgId): Promise<string> {
    const { doors, parties } = this.#options
    const query = new URLSearchParams({ userId: parties.memberId, orgId })
    const answer = await untilAnswered(doors, (door) => door.ask(`/api/x/race/sign-in?${query.toString()}`))
    return nameAndValue(String(answer.body['cookie']))
  }
}

async function untilAnswered(
  doors: () => readonly Door[],
  ask: (door: Door) => Promise<DoorAnswer>,
): Promise<DoorAnswer> {
  for (;;) {
    const answer = await ask(someDoor(doors()))
    if (answer.status === 200 || answer.status === 409) return answer
    await sleep(50)
  }
}

function someDoor(doors: readonly Door[]): Door {
  const door = doors[randomInt(doors.length)]
  if (door === undefined) throw new Error('There is no door.')
  return door
}

function nameAndValue(cookie: string): string {
  return cookie.split(';', 1)[0] ?? ''
}
