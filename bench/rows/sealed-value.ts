import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import { keyModels } from '../../packages/host/src/security/encryption/models.ts'
import { openVault } from '../../packages/host/src/security/encryption/open-vault.ts'
import { newSecretKey, parseSecretKeys } from '../../packages/host/src/security/encryption/secret-key.ts'
import type { Vault } from '../../packages/host/src/security/encryption/vault.ts'
import type { Benchmark, Row } from '../benchmark.ts'
import type { Bench } from '../harness/bench.ts'
import { compareSpeed } from '../harness/compare.ts'
import { interleave, type Contender } from '../harness/interleave.ts'

const place = { orgId: 'org_bench_3', plugin: 'bench', field: 'token', row: 'note_01h455vb4pex5vsknk084sn02q' }
const text = randomBytes(512).toString('hex')
const bytes = Buffer.from(text)

/** A secret of 1 kB, sealed and opened: the vault against HKDF and AES-256-GCM of `node:crypto` alone. */
export const sealedValue: Benchmark = { name: 'sealed-value', run }

async function run(bench: Bench): Promise<readonly Row[]> {
  const url = join(bench.folder, 'keys.db')
  const database = await openDatabase({ url, durability: 'normal' })
  try {
    await migrate(database, [{ name: 'host', models: keyModels }])
    const config = { secretKeys: parseSecretKeys([newSecretKey()]), databaseUrl: url, dataFolder: bench.folder }
    const vault = await openVault({ config, database, clock: Date.now })
    await vault.seal(text, place)
    return await compare(bench, vault)
  } finally {
    await database.close()
  }
}

async function compare(bench: Bench, vault: Vault): Promise<readonly Row[]> {
  const key = createSecretKey(randomBytes(32))
  const contenders = [
    contender('vault', bench, () => throughVault(vault)),
    contender('node:crypto', bench, () => byHand(key)),
  ]
  for (const { measure } of contenders) await measure()
  const samples = await interleave(contenders, bench.scale.rounds)
  const series = (name: string) => ({ name, values: samples.get(name) ?? [] })
  const pair = { subject: series('vault'), baseline: series('node:crypto') }
  const what = 'Secret of 1 kB, sealed and opened'
  return [compareSpeed({ what, measure: 'CPU per secret', unit: 'µs', goal: { atLeast: 0.8 }, ...pair })]
}

/** @returns the length of the result */
function throughVault(vault: Vault): number {
  const opened = vault.open(vault.seal(text, place) as string, place) as Buffer
  return opened.toString().length
}

/** The necessary work: a salt and a nonce, a key derived twice, a message encrypted and decrypted. */
function byHand(key: KeyObject): number {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const valueKey = (): Uint8Array => new Uint8Array(hkdfSync('sha256', key, salt, 'bench', 32))
  const cipher = createCipheriv('aes-256-gcm', valueKey(), nonce, { authTagLength: 16 })
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  const reader = createDecipheriv('aes-256-gcm', valueKey(), nonce, { authTagLength: 16 })
  reader.setAuthTag(cipher.getAuthTag())
  return Buffer.concat([reader.update(sealed), reader.final()]).length
}

/** Works for the length of a slice; the CPU time of one secret in microseconds. */
function contender(name: string, { scale }: Bench, work: () => number): Contender<number> {
  const measure = async (): Promise<number> => {
    const until = performance.now() + scale.slice
    const before = process.threadCpuUsage()
    let secrets = 0
    while (performance.now() < until) {
      if (work() !== bytes.length) throw new Error(`${name} lost a part of the secret.`)
      secrets += 1
    }
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / secrets
  }
  return { name, measure }
}
