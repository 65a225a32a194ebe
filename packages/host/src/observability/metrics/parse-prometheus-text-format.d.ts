declare module 'parse-prometheus-text-format' {
  interface ParsedFamily {
    readonly name: string
    readonly type: string
    readonly help: string
    readonly metrics: readonly {
      readonly labels?: Readonly<Record<string, string>>
      readonly value?: string
      readonly buckets?: Readonly<Record<string, string>>
    }[]
  }

  export default function parse(text: string): readonly ParsedFamily[]
}
