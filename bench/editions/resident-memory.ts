import { execFileSync } from 'node:child_process'

/** The memory of a process that is in RAM, in megabytes. */
export function residentMemory(pid: number): number {
  const kibibytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
  return (kibibytes * 1024) / 1e6
}
