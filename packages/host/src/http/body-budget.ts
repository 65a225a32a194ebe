/**
 * The memory that bodies of requests take while they are read and handled, in one process. Bytes are counted as they
 * arrive: a client that declares a length and sends nothing takes none. Streamed bodies are not counted.
 *
 * One address has a share of the budget, and always space for one body, which may be larger than the share.
 */
import { Problem } from '@host/plugin'
import type { BodyCharge } from './socket-body.ts'

/** In bytes. */
export interface BodyBudgetLimits {
  readonly total: number
  readonly perAddress: number
}

const megabyte = 1024 * 1024
const retryAfter = 2

/** The budget of a process. */
export const defaultBodyBudget: BodyBudgetLimits = Object.freeze({ total: 64 * megabyte, perAddress: 4 * megabyte })

export class BodyBudget {
  readonly #limits: BodyBudgetLimits
  readonly #byAddress = new Map<string, number>()
  #total = 0

  constructor(limits: BodyBudgetLimits = defaultBodyBudget) {
    this.#limits = limits
  }

  /** The bytes that are in memory now. */
  get bytes(): number {
    return this.#total
  }

  /** Counts one body. @param address the key it is counted under: see `addressKey` */
  open(address: string): BodyCharge {
    let own = 0
    return {
      add: (bytes) => {
        const refused = this.#refuse(address, own, bytes)
        if (refused !== undefined) return refused
        own += bytes
        this.#take(address, bytes)
        return undefined
      },
      release: () => {
        if (own > 0) this.#take(address, -own)
        own = 0
      },
    }
  }

  #refuse(address: string, own: number, bytes: number): Problem | undefined {
    const { total, perAddress } = this.#limits
    if (own + bytes > total) return new Problem('body_too_large')
    const held = this.#byAddress.get(address) ?? 0
    if (held > own && held + bytes > perAddress) return full(ofAddress)
    return this.#total + bytes > total ? full(ofProcess) : undefined
  }

  #take(address: string, bytes: number): void {
    this.#total += bytes
    const held = (this.#byAddress.get(address) ?? 0) + bytes
    if (held > 0) this.#byAddress.set(address, held)
    else this.#byAddress.delete(address)
  }
}

const ofAddress = {
  en: 'Your address is sending too many large requests at once.',
  zh: '您的地址同时发送的大型请求过多。',
}
const ofProcess = {
  en: 'The server is receiving too many large requests at once.',
  zh: '服务器同时接收的大型请求过多。',
}

function full(detail: { readonly en: string; readonly zh: string }): Problem {
  return new Problem('overloaded', { detail, headers: { 'retry-after': String(retryAfter) } })
}
