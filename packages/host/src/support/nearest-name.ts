/** The known name that a mistyped one most likely means; undefined when none is near. */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined
  let least = Math.min(3, Math.ceil(typed.length / 3)) + 1
  for (const name of known) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase())
    if (distance < least) {
      nearest = name
      least = distance
    }
  }
  return nearest
}

/** How many letters must be inserted, removed, replaced or swapped with their neighbor. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = row > 1 && column > 1 && isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : replaced
      current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped))
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
