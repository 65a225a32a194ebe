/**
 * Passwords as argon2id in the PHC form `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. The cost stands in the hash, so it
 * can rise: a login with an older hash still works and is then stored again.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { ConcurrencyLimit, type ConcurrencyOptions } from './concurrency-limit.ts'

/** The cost of each guess for an attacker: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
}

interface ParsedHash extends PasswordCost {
  readonly parallelism: number
  readonly salt: Buffer
  readonly derived: Buffer
}

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/
const defaultCost: PasswordCost = { memory: 19_456, passes: 2 }
const tagLength = 32

const signIns: ConcurrencyOptions = {
  running: 2,
  waiting: 256,
  busy: { en: 'Many people are signing in right now.', zh: '当前登录人数较多。' },
}

/** Hashes passwords and compares them, a few at a time. */
export class PasswordHasher {
  readonly #cost: PasswordCost
  readonly #limit: ConcurrencyLimit
  /** Compared with where there is no hash: made of random bytes, so no password matches it. */
  readonly #decoy: ParsedHash

  constructor(cost: PasswordCost = defaultCost, line: ConcurrencyOptions = signIns) {
    this.#cost = cost
    this.#limit = new ConcurrencyLimit(line)
    this.#decoy = { ...cost, parallelism: 1, salt: randomBytes(16), derived: randomBytes(tagLength) }
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    const derived = await this.#limit.run(() => derive(password, { ...this.#cost, parallelism: 1, salt }, tagLength))
    return `$argon2id$v=19$m=${this.#cost.memory},t=${this.#cost.passes},p=1$${base64(salt)}$${base64(derived)}`
  }

  /**
   * Whether the password matches the hash. Without a hash, for an account that does not exist or has none, the answer
   * is false after the same work: the response time reveals no accounts.
   */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    const known = hash === null || hash === undefined ? undefined : parse(hash)
    const parsed = known ?? this.#decoy
    const derived = await this.#limit.run(() => derive(password, parsed, parsed.derived.length))
    return timingSafeEqual(derived, parsed.derived) && known !== undefined
  }

  /** Whether a hash was made at a lower cost than today's. */
  isOutdated(hash: string): boolean {
    const parsed = parse(hash)
    return parsed === undefined || parsed.memory < this.#cost.memory || parsed.passes < this.#cost.passes
  }
}

function parse(hash: string): ParsedHash | undefined {
  const [, memory, passes, parallelism, salt, derived] = form.exec(hash) ?? []
  if (salt === undefined || derived === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    derived: Buffer.from(derived, 'base64'),
  }
}

function derive(password: string, cost: Omit<ParsedHash, 'derived'>, length: number): Promise<Buffer> {
  const { memory, passes, parallelism, salt } = cost
  const message = Buffer.from(password.normalize('NFC'))
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: length }, (error, derived) => {
      if (error === null) resolve(derived)
      else reject(error)
    })
  })
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
