/** The modules of a code, row by row; dark where true. */
export type Modules = readonly (readonly boolean[])[]

/** The dark modules as the outline of an SVG path: one rectangle for each run of them. */
export function qrPath(modules: Modules): string {
  return modules
    .map((row, y) =>
      runsOf(row)
        .map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
        .join(''),
    )
    .join('')
}

function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [start: number, length: number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last !== undefined && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
