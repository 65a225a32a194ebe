/** ISO 4217 currencies by their number of decimals. The table of a browser may differ and change, stored amounts don't. */
const special: Readonly<Record<string, number>> = {
  ...digitsOf('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...digitsOf('BHD IQD JOD KWD LYD OMR TND', 3),
  ...digitsOf('CLF UYW', 4),
}

/** Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  return special[currency] ?? 2
}

function digitsOf(codes: string, digits: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]))
}
