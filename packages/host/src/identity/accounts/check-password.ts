import { Problem, type Language } from '@host/plugin'
import { complaintAbout } from './password-rules.ts'

/** @throws Problem `invalid_input` that says why a password can't be taken */
export function checkPassword(password: string, email: string, language: Language): void {
  const message = complaintAbout(password, email, language)
  if (message !== undefined) throw new Problem('invalid_input', { errors: [{ path: 'password', message }] })
}
