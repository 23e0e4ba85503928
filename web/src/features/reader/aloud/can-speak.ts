/** Whether this browser can read a text aloud. */
export const canSpeak = () => "speechSynthesis" in window;
