/** Largest picture that people may choose or send, in bytes; texts name it as 10 MB. */
export const MAX_PICTURE_BYTES = 10 * 2 ** 20
