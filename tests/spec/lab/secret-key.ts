/** `HOST_SECRET_KEY` of all hosts of these tests, so that one can start where another was. */
export const secretKey = 'DxhRUAvNJAXMYFlMDoqzz0OW6JUYCzGMj5gaLTwKotM='
