/** Result of a check. `seen` counts the items it examined: a check that examined none has failed. */
export type Finding = { readonly check: string; readonly seen: number; readonly problems: readonly string[] }

/** Prints a finding and sets the exit code. */
export function report(finding: Finding): void {
  const problems = problemsOf(finding)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`${finding.check}: ${finding.seen} seen`)
}

export function problemsOf({ check, seen, problems }: Finding): readonly string[] {
  return seen === 0 ? [`${check}: saw nothing. Its list of files no longer matches the repository.`] : problems
}
