import type { CellValue } from './data-column.ts'

/** Puts cells in order: numbers by size, texts as the reader's language does, with the numbers in them by size. */
export function comparisonFor(language: string): (one: CellValue, other: CellValue) => number {
  const collator = new Intl.Collator(language === 'zh' ? 'zh-CN' : 'en', { numeric: true, sensitivity: 'base' })
  return (one, other) => {
    if (typeof one === 'number' && typeof other === 'number') return one - other
    return collator.compare(String(one), String(other))
  }
}
