import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The memory of a process that is in RAM, in megabytes. */
export function residentMemory(pid: number): number {
  return (residentKibibytes(pid) * 1024) / 1e6
}

/** Linux provides it in a file, without a command that a small machine may lack. */
function residentKibibytes(pid: number): number {
  if (process.platform !== 'linux') {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
  }
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
