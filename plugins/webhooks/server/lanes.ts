/** An endpoint as lanes see it. */
export interface LanedEndpoint {
  readonly id: string
  readonly concurrency: number
  /** Since when everything fails. */
  readonly failingSince: string | null
}

/**
 * In which lane the jobs of an endpoint wait. An endpoint has as many slots as requests may reach it at once, and a lane
 * runs one job at a time: so the limit holds without anybody counting. One that fails has a single slot until it answers
 * again, so that requests to the dead leave room for the others of its workspace.
 */
export function laneOf({ id, concurrency, failingSince }: LanedEndpoint): string {
  return `${id}.${failingSince === null ? Math.floor(Math.random() * concurrency) : 0}`
}

/** The lane of a test, for which somebody waits: past all that wait already, and besides what may reach the endpoint at once. */
export function promptLaneOf(endpointId: string): string {
  return `${endpointId}.now`
}
