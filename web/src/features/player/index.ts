export { MediaEmbed } from "./media-embed";
