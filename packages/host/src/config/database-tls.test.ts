import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { TestAuthority } from '../../testing/database/test-certificates.ts'
import { withDatabaseFiles, type DatabaseFiles } from './database-tls.ts'

const url = 'postgres://app@localhost/app'
const none = { ca: undefined, cert: undefined, key: undefined }

describe('the files of TLS to PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'host-tls-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const authority = new TestAuthority(folder, 'authority')
  const [first, second] = [authority.issue('first'), authority.issue('second')]
  const broken = join(folder, 'broken.pem')
  writeFileSync(broken, 'no certificate')

  const added = (files: Partial<DatabaseFiles>, at = url): string => {
    const problems: string[] = []
    const result = withDatabaseFiles(at, { ...none, ...files }, problems)
    assert.deepEqual(problems, [])
    return result
  }
  const mistakes = (files: Partial<DatabaseFiles>, at = url): readonly string[] => {
    const problems: string[] = []
    assert.equal(withDatabaseFiles(at, { ...none, ...files }, problems), at)
    return problems
  }

  test('become parameters of the address, and its own choice of sslmode stays', () => {
    const path = encodeURIComponent(authority.ca)
    assert.equal(added({}), url)
    assert.equal(added({ ca: authority.ca }), `${url}?sslmode=verify-full&sslrootcert=${path}`)
    const chosen = `${url}?sslmode=no-verify`
    assert.equal(added({ ca: authority.ca }, chosen), `${chosen}&sslrootcert=${path}`)
    assert.match(added({ ca: authority.ca, ...first }), /&sslcert=[^&]+first\.pem&sslkey=[^&]+first\.key$/)
  })

  test('are refused with a sentence when they can not be read or are something else', () => {
    const absent = join(folder, 'absent.pem')
    assert.deepEqual(mistakes({ ca: absent }), [
      `HOST_DATABASE_CA_FILE: the file ${JSON.stringify(absent)} could not be read (ENOENT); make it a file that this user can read.`,
    ])
    assert.match(mistakes({ ca: broken }).join(), /HOST_DATABASE_CA_FILE: .* is not a certificate in PEM\.$/)
    assert.match(
      mistakes({ ...first, key: broken }).join(),
      /HOST_DATABASE_KEY_FILE: .* is not a private key in PEM\.$/,
    )
  })

  test('are a pair: one alone, and two that were not made together, are refused', () => {
    assert.deepEqual(mistakes({ cert: first.cert }), [
      'HOST_DATABASE_KEY_FILE: it is missing; set it with HOST_DATABASE_CERT_FILE.',
    ])
    assert.deepEqual(mistakes({ key: first.key }), [
      'HOST_DATABASE_CERT_FILE: it is missing; set it with HOST_DATABASE_KEY_FILE.',
    ])
    assert.match(
      mistakes({ cert: first.cert, key: second.key }).join(),
      /^HOST_DATABASE_KEY_FILE: it is not the key of/,
    )
  })

  test('contradict SQLite, sslmode=disable, and the same parameter in the address', () => {
    assert.match(mistakes({ ca: authority.ca }, 'data/host.db').join(), /the database is SQLite; remove it/)
    assert.match(mistakes({ ca: authority.ca }, `${url}?sslmode=disable`).join(), /turns TLS off with sslmode=disable/)
    assert.match(
      mistakes({ ca: authority.ca }, `${url}?sslrootcert=/a`).join(),
      /HOST_DATABASE_URL has sslrootcert too/,
    )
  })
})
