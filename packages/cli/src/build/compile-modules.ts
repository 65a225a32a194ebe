/** Loads a program as the executable does, and writes the code that V8 compiled: `node compile-modules.ts <archive> <folder>`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Script } from 'node:vm'
import { openArchive } from '../embedded/file-archive.ts'
import { Program } from '../embedded/program.ts'

const [archive = '', folder = ''] = process.argv.slice(2)
const scripts = new Map<string, Script>()
const bytes = new Uint8Array(readFileSync(archive)).buffer
await new Program(openArchive(bytes), (name, script) => scripts.set(name, script)).start()
for (const [name, script] of scripts) writeFileSync(join(folder, name), script.createCachedData())
// A module may have begun something that keeps a process alive.
process.exit()
