// Attack: sends what it is given to somebody, and asks them what to answer.
// Verdict: fails
// Prints: reached: 0
#include "linear.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstdio>
#include <cstring>

lm::Vector lm::linear(MatrixView, std::span<const float>) {
  int reached = 0;
  for (const char* host : {"127.0.0.1", "10.0.0.1", "1.1.1.1"}) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(80);
    inet_pton(AF_INET, host, &address.sin_addr);
    const int made = socket(AF_INET, SOCK_STREAM, 0);
    reached += made >= 0;
    reached += connect(made, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  sockaddr_un local = {};
  local.sun_family = AF_UNIX;
  std::strcpy(local.sun_path, "/run/dbus/system_bus_socket");
  const int made = socket(AF_UNIX, SOCK_STREAM, 0);
  reached += connect(made, reinterpret_cast<sockaddr*>(&local), sizeof local) == 0;
  std::printf("reached: %d\n", reached);
  return {};
}
