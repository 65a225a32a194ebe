/** Escapes of Route 53: `\052` is a byte in octal digits, where zone files have decimal ones. */

/** Text of Route 53 with decimal escapes. */
export function fromOctal(text: string): string {
  return text.replaceAll(/\\(?:(?<octal>[0-3][0-7]{2})|(?<other>[\s\S]))/g, (whole, octal: string | undefined) => {
    return octal === undefined ? whole : `\\${Number.parseInt(octal, 8).toString().padStart(3, '0')}`
  })
}

/** Text with decimal escapes as Route 53 has it. */
export function toOctal(text: string): string {
  return text.replaceAll(/\\(?:(?<decimal>\d{3})|(?<other>[\s\S]))/g, (whole, decimal: string | undefined) => {
    return decimal === undefined ? whole : octalOf(Number(decimal))
  })
}

/** A name of Route 53 as record sets have it: in lower case, without a dot at the end. */
export function nameFrom(text: string): string {
  const plain = fromOctal(text).replaceAll(/\\(?<code>\d{3})/g, (whole, code: string) => {
    const sign = String.fromCharCode(Number(code))
    return /[!-~]/.test(sign) ? escaped(sign) : whole
  })
  return plain.toLowerCase().replace(/\.$/, '')
}

/** A name of a record set as Route 53 has it, absolute. */
export function nameTo(name: string): string {
  const bytes = name.replaceAll(/\\(?:(?<code>\d{3})|(?<sign>.))/g, (_, code: string | undefined, sign = '') => {
    return octalOf(code === undefined ? String(sign).charCodeAt(0) : Number(code))
  })
  return `${bytes.replaceAll(/[^\w.*\\-]/g, (sign) => octalOf(sign.charCodeAt(0)))}.`
}

/** A printable character in a name: dots and those of zone files have a backslash. */
function escaped(sign: string): string {
  return /[.\\"();@$]/.test(sign) ? `\\${sign}` : sign
}

function octalOf(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`
}
