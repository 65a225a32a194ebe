/** Key of the bill of materials among the files of the executable. */
export const billKey = 'host.cdx.json'
