/** Facts of a span, of a series, or of a process. */
export type OtlpAttributes = Readonly<Record<string, string | number | boolean>>
