import { hash } from 'node:crypto'

/** The session token of the n-th person: known to the load generator and to the code that fills the database. */
export function sessionToken(person: number): string {
  return hash('sha256', `bench person ${person}`, 'base64url')
}

/** The stored hash of the token. */
export function sessionTokenHash(person: number): string {
  return hash('sha256', sessionToken(person), 'base64url')
}

/** The id of the workspace in which that person works. */
export function workspaceId(person: number): string {
  return `org_${String(person).padStart(26, '0')}`
}
