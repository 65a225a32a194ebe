/** How long a call took on the average, in milliseconds; undefined without any. */
export function perCall({ calls, time }: { readonly calls: number; readonly time: number }): number | undefined {
  return calls === 0 ? undefined : time / calls
}
