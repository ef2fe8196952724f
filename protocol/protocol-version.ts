/** Version sent as `passport_jssdk_version`. */
export const PROTOCOL_VERSION = '2.0.0'
