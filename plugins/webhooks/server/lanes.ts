/**
 * In which lane the jobs of an endpoint wait. An endpoint has as many slots as requests may reach it at once, and a lane
 * runs one job at a time: so the limit holds without anybody counting, and nobody else waits behind a dead endpoint.
 */
export function laneOf({ id, concurrency }: { readonly id: string; readonly concurrency: number }): string {
  return `${id}.${Math.floor(Math.random() * concurrency)}`
}

/** The lane of what somebody waits for, past those that wait already. */
export function promptLaneOf(endpointId: string): string {
  return `${endpointId}.now`
}
