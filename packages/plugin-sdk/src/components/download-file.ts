/**
 * Hands a file to the reader as a download.
 * @example downloadFile(new File([text], 'notes.txt', { type: 'text/plain' }))
 * @since 1.0.0
 */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser has read the file by then. Revoking the URL immediately cancels the download in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
