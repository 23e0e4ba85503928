export { Conversations } from "./conversations";
export { OneConversation } from "./one-conversation";
