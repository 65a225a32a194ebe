/**
 * The lane of a job: `plugin:kind`, or `plugin:kind:lane` of the plugin's choice. So all jobs of a lane are of one kind, and
 * no name of either has a colon.
 */
export function laneOf(plugin: string, kind: string, lane?: string): string {
  return lane === undefined ? `${plugin}:${kind}` : `${plugin}:${kind}:${lane}`
}

/** The kind of the jobs in a given lane. */
export function kindOf(lane: string): string {
  return lane.split(':', 2).join(':')
}
