const key = 'host.checklist.rows'
const atFirst = 4

/** How many first steps were shown the last time; none for who has put them away. */
export function readRows(): number {
  try {
    const kept = localStorage.getItem(key)
    return kept !== null && /^\d{1,3}$/.test(kept) ? Number(kept) : atFirst
  } catch {
    return atFirst
  }
}

export function keepRows(rows: number): void {
  try {
    localStorage.setItem(key, String(rows))
  } catch {
    return
  }
}
