/** The lane of a job: `plugin.kind`, or `plugin.kind.lane` of the plugin's choice, so that one lane has one kind of jobs. */
export function laneOf(plugin: string, kind: string, lane: string | undefined): string {
  return lane === undefined ? `${plugin}.${kind}` : `${plugin}.${kind}.${lane}`
}
