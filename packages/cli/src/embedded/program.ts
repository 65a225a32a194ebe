/**
 * Runs the server's modules inside the executable. A module is read and compiled when it is first required, so that a
 * process has in memory what it uses.
 */
import { isAscii } from 'node:buffer'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Script } from 'node:vm'
import type { FileArchive } from './file-archive.ts'
import { moduleKeys, orderKey } from './module-keys.ts'
import { unpackFile } from './packed-file.ts'

/** What a module of the form of CommonJS is given. */
interface ModuleScope {
  readonly exports: unknown
  readonly require: (id: string) => unknown
  readonly module: { exports: unknown }
  readonly __filename: string
  readonly __dirname: string
}

/** The modules of an archive. */
export class Program {
  readonly #archive: FileArchive
  readonly #modules = new Map<string, { exports: unknown }>()
  readonly #compiled: (name: string, script: Script) => void

  /** @param compiled is told of every script that was compiled */
  constructor(archive: FileArchive, compiled: (name: string, script: Script) => void = () => undefined) {
    this.#archive = archive
    this.#compiled = compiled
  }

  /** Loads the modules that start, each in a turn of its own of the event loop. @returns what the last one exports */
  async start(): Promise<unknown> {
    const order = JSON.parse(Buffer.from(this.#archive.view(orderKey)).toString()) as readonly string[]
    let exports: unknown
    for (const name of order) {
      exports = this.#load(name)
      await nextTurn()
    }
    return exports
  }

  /** What a module exports: one of the archive by `./` and its name, or one of Node. @throws Error when there is none */
  readonly require = (id: string): unknown => {
    if (id.startsWith('./')) return this.#load(id.slice(2))
    const exports = process.getBuiltinModule(id)
    if (exports === undefined) throw new Error(`The executable has no module ${id}.`)
    return exports
  }

  #load(name: string): unknown {
    const known = this.#modules.get(name)
    if (known !== undefined) return known.exports
    const run = this.#compile(name)
    const module = { exports: {} as unknown }
    const __filename = process.execPath
    this.#modules.set(name, module)
    try {
      run({ exports: module.exports, require: this.require, module, __filename, __dirname: dirname(__filename) })
    } catch (error) {
      this.#modules.delete(name)
      throw error
    }
    return module.exports
  }

  #compile(name: string): (scope: ModuleScope) => void {
    const keys = moduleKeys(name)
    const cachedData = this.#archive.has(keys.cache) ? unpackFile(this.#archive.view(keys.cache)) : undefined
    const text = textOf(unpackFile(this.#archive.view(keys.code)))
    const script = new Script(text, { filename: name, ...(cachedData === undefined ? {} : { cachedData }) })
    this.#compiled(name, script)
    return script.runInThisContext() as (scope: ModuleScope) => void
  }
}

/** V8 keeps a text in one byte a character when it is given one. */
function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}
