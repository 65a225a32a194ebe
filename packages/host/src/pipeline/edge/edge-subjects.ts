/** The subjects by which memories of hosts are forgotten; see `CoherentCache`. */
import { hostNameChain } from '@host/plugin/platform'

/** Whether any name is proved. */
export const anyProof = 'edge:any'

/** The topic of the bus under which a changed name is published: proved, assigned, or neither any more. */
export const edgeTopic = 'edge'

/** Changes of a name, proved or assigned, which concern every host at it or below. */
export function subjectOfName(name: string): string {
  return `edge:${name}`
}

/** What a memory about a host depends on. @param name as `normalizeHostName` has it */
export function subjectsOfHost(name: string): readonly string[] {
  return hostNameChain(name).map(subjectOfName)
}

/** The hosts of a plugin in a workspace. */
export function subjectOfPages(orgId: string, plugin: string): string {
  return `edge:pages:${orgId}:${plugin}`
}

/** The name that a host pattern is about. */
export function nameOfPattern(host: string): string {
  return host.startsWith('*.') ? host.slice(2) : host
}
