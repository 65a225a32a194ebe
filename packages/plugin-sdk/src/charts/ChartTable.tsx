import { isKnown, type ChartData } from './chart-data.ts'

export interface ChartTableProps {
  readonly label: string
  readonly labelsTitle: string
  readonly data: ChartData
  readonly formatValue: (value: number) => string
}

/** The numbers of a chart for those who do not see it. */
export function ChartTable({ label, labelsTitle, data: { labels, series }, formatValue }: ChartTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{labelsTitle}</th>
            {series.map((one) => (
              <th key={one.label} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map((one) => (
                <td key={one.label}>{cellOf(one.values[row], formatValue)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Formats a value; unknown values are shown as a dash. */
export function cellOf(value: number | null | undefined, formatValue: (value: number) => string): string {
  return isKnown(value) ? formatValue(value) : '–'
}
