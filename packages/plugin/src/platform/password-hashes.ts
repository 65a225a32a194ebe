import { serviceToken } from '../service.ts'

/**
 * Hashes of passwords that belong to no person, such as that of a short link: argon2id, at the cost of people's own. They
 * wait in a line of their own, so that no flood of guesses delays a sign-in.
 */
export interface PasswordHashesService {
  /** @throws Problem `service_unavailable` when too many wait */
  hash(password: string): Promise<string>
  /** @param hash made by `hash` @throws Problem `service_unavailable` when too many wait */
  verify(password: string, hash: string): Promise<boolean>
}

/**
 * Hashes passwords that belong to no person.
 *
 * Audience: platform.
 */
export const PasswordHashes = serviceToken<PasswordHashesService>('core.password-hashes')
