import type { PasswordHashesService } from '@host/plugin/platform'
import type { ConcurrencyOptions } from './concurrency-limit.ts'
import { PasswordHasher, type PasswordCost } from './password-hash.ts'

/** One at a time: anyone may send guesses here, and sign-ins need threads too. */
const line: ConcurrencyOptions = {
  running: 1,
  waiting: 128,
  busy: { en: 'Many passwords are being checked right now.', zh: '当前有大量密码正在验证。' },
}

/** Hashes of passwords that belong to no person. */
export function passwordHashes(cost?: PasswordCost): PasswordHashesService {
  const hasher = new PasswordHasher(cost, line)
  return Object.freeze<PasswordHashesService>({
    hash: (password) => hasher.hash(password),
    verify: (password, hash) => hasher.verify(password, hash),
  })
}
