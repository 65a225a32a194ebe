import { readConfig } from '../../src/config/config.ts'
import { undoNewer } from '../../src/boot/plan-start.ts'
import { newSecretKey } from '../../src/security/encryption/secret-key.ts'
import type { Template } from './test-databases.ts'

/** The tables of a host without plugins; those of plugins come when it starts. */
export const hostTables: Template = {
  async fill({ url }) {
    await undoNewer({
      plugins: [],
      config: readConfig({ HOST_DATABASE_URL: url, HOST_SECRET_KEY: newSecretKey() }),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    })
  },
}
